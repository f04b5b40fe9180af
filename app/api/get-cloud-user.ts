import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { readCloudUser } from '#app/use-cases/cloud/cloud-user.ts';
import { survey } from './answers/survey.ts';
import { AppError, defineCall, json, workspace } from './plumbing/call.ts';

/** The format of n8n's editor, which expects `data`. */
const cloudUser = z.strictObject({
  data: z.strictObject({
    confirmed: z.literal(true),
    username: z.string(),
    email: z.string(),
    role: z.enum(roles),
    information: survey.partial(),
  }),
});

/** A workspace asks for one of its people. One round trip. */
export const getCloudUser = defineCall('GET /cloud/user', {
  who: workspace('cloud-user'),
  answers: {
    200: json(cloudUser, {
      data: {
        confirmed: true,
        username: 'ada',
        email: 'ada@example.com',
        role: 'owner',
        information: { workArea: 'ops', codingSkills: 3, companyIndustry: 'saas', companySize: '20-99' },
      },
    }),
  },
  refusals: ['forbidden', 'too_many_attempts'],
  failure: 'user_not_loaded',
  async handle({ context, viewer: { email, ...caller } }) {
    if (email === null) throw new AppError('signature_invalid');
    const { survey: answers, ...person } = await readCloudUser(context.services, { ...caller, email });
    const given = Object.entries(answers ?? {}).filter(([, answer]) => answer !== null);
    // Only people with a confirmed e-mail are members.
    const information = Object.fromEntries(given) as Partial<z.output<typeof survey>>;
    return { data: { confirmed: true as const, ...person, information } };
  },
});
