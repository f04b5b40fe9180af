import { z } from 'zod';
import { surveySchema } from '#app/domain/account/survey.ts';

const { workArea, companyIndustry, companySize } = surveySchema.in.shape;

export const survey = z.strictObject({
  workArea,
  otherWorkArea: z.string().nullable(),
  codingSkills: z.int().min(0).max(5),
  companyIndustry,
  otherCompanyIndustry: z.string().nullable(),
  companySize,
  timezone: z.string(),
});

export const surveyExample = {
  workArea: 'other',
  otherWorkArea: 'Research',
  codingSkills: 4,
  companyIndustry: 'saas',
  otherCompanyIndustry: null,
  companySize: '20-99',
  timezone: 'Europe/Berlin',
};
