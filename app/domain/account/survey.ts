import { z } from 'zod';
import { acrossFields, fieldError } from '../errors/field-errors.ts';
import { resolveTimezone } from '../time/timezone.ts';
import { codingSkills, companySizes, industries, workAreas } from './survey-options.ts';

const OTHER_MAX_LENGTH = 100;
const otherText = z.string().trim().max(OTHER_MAX_LENGTH, fieldError('text_too_long')).optional();

/** The survey of /account/setup (spec §2, §3). "Other" asks which. */
export const surveySchema = z
  .object({
    workArea: z.enum(workAreas, { error: fieldError('choose_one') }),
    otherWorkArea: otherText,
    codingSkills: z.coerce
      .number({ error: fieldError('choose_one') })
      .int(fieldError('choose_one'))
      .min(Math.min(...codingSkills), fieldError('choose_one'))
      .max(Math.max(...codingSkills), fieldError('choose_one')),
    companyIndustry: z.enum(industries, { error: fieldError('choose_one') }),
    otherCompanyIndustry: otherText,
    companySize: z.enum(companySizes, { error: fieldError('choose_one') }),
    timezone: z
      .string({ error: fieldError('choose_one') })
      .refine((zone) => resolveTimezone(zone) !== null, fieldError('timezone_unknown')),
  })
  .refine(
    ({ workArea, otherWorkArea }) => workArea !== 'other' || otherWorkArea,
    acrossFields(['otherWorkArea', 'workArea'], fieldError('work_area_other')),
  )
  .refine(
    ({ companyIndustry, otherCompanyIndustry }) => companyIndustry !== 'other' || otherCompanyIndustry,
    acrossFields(['otherCompanyIndustry', 'companyIndustry'], fieldError('industry_other')),
  )
  // Drops text typed before the person chose another option, and a zone's former name.
  .transform((answer) => ({
    ...answer,
    timezone: resolveTimezone(answer.timezone) ?? answer.timezone,
    otherWorkArea: answer.workArea === 'other' ? (answer.otherWorkArea ?? null) : null,
    otherCompanyIndustry: answer.companyIndustry === 'other' ? (answer.otherCompanyIndustry ?? null) : null,
  }));
export type SurveyAnswer = z.infer<typeof surveySchema>;
