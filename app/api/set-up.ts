import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { emailSchema } from '#app/domain/account/email.ts';
import { invitationsSchema } from '#app/domain/account/invitation.ts';
import { selectedAppsSchema } from '#app/domain/account/selected-apps.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { answerSurvey as saveSurvey } from '#app/use-cases/onboarding/answer-survey.ts';
import { inviteTeammates } from '#app/use-cases/onboarding/invite-teammates.ts';
import { selectApps as saveApps } from '#app/use-cases/onboarding/select-apps.ts';
import { AppError, caller, defineCall, fieldError, json, noContent, parseBody } from './plumbing/call.ts';
import { exampleOf } from './plumbing/example.ts';

const { workArea, companyIndustry, companySize } = surveySchema.in.shape;

export const survey = z.strictObject({
  workArea: workArea.meta({ example: 'other' }),
  otherWorkArea: z.string().nullable().meta({ example: 'Research' }),
  codingSkills: z.int().min(0).max(5).meta({ example: 4 }),
  companyIndustry: companyIndustry.meta({ example: 'saas' }),
  otherCompanyIndustry: z.string().nullable(),
  companySize: companySize.meta({ example: '20-99' }),
  timezone: z.string().meta({ example: 'Europe/Berlin' }),
});

/** Spec §7: 404 before the survey is answered. */
export const getSurveyAnswer = defineCall('GET /personalization-survey/answer', {
  who: caller('account:setup'),
  answers: { 200: json(survey) },
  refusals: ['survey_not_answered'],
  failure: 'survey_not_loaded',
  async handle({ context, viewer }) {
    const answer = await context.services.surveys.answerOf(viewer.account.id);
    if (!answer) throw new AppError('survey_not_answered');
    return answer;
  },
});

/** An answer has null for a missing text; accepting null lets clients send back what they read. */
const otherText = (error: string) =>
  z
    .string({ error })
    .nullish()
    .transform((text) => text ?? undefined);

/** The form's fields and no other. A form only has texts; here a number is required. */
const surveyBody = z
  .strictObject({
    ...surveySchema.in.shape,
    otherWorkArea: otherText(fieldError('work_area_other')),
    otherCompanyIndustry: otherText(fieldError('industry_other')),
    codingSkills: z.number({ error: fieldError('choose_one') }),
  })
  .transform((answer): z.input<typeof surveySchema> => answer)
  .pipe(surveySchema);

export const answerSurvey = defineCall('POST /personalization-survey/answer', {
  who: caller('account:setup'),
  body: { schema: surveyBody, example: exampleOf(survey) },
  answers: { 204: noContent },
  handle: ({ context, actor, body }) => saveSurvey(context.services, actor, body),
});

const selectedApps = z
  .strictObject({
    apps: z.array(z.string({ error: fieldError('app_unknown') }), { error: fieldError('apps_required') }),
  })
  .pipe(selectedAppsSchema);

/** Spec §7: the catalogue's names; replaces the earlier choice. */
export const selectApps = defineCall('POST /account/selected-apps', {
  who: caller('account:setup'),
  body: { schema: selectedApps, example: { apps: ['n8n-nodes-base.slack', 'n8n-nodes-base.github'] } },
  answers: { 200: json(z.strictObject({}), {}) },
  async handle({ context, actor, body }) {
    await saveApps(context.services, actor, body.apps);
    return {};
  },
});

const rows = invitationsSchema.shape.invitations;
const required = { error: fieldError('invite_required') };

/** Spec §7: everyone as a member. */
const emails = z.strictObject({
  emails: z
    .array(emailSchema, required)
    .transform((emails): z.input<typeof rows> => emails.map((email) => ({ email })))
    .pipe(rows),
});

/** Not in the spec: each with a role. */
const invitations = z.strictObject({
  invitations: z
    .array(
      z.strictObject(
        { email: emailSchema, role: z.enum(roles, { error: fieldError('choose_one') }).default('member') },
        required,
      ),
      required,
    )
    .transform((given): z.input<typeof rows> => given)
    .pipe(rows),
});

/** Spec §7. People who were invited before, and members, get no second mail. */
export const inviteMembers = defineCall('POST /account/invite-members', {
  who: caller('member:invite'),
  body: {
    schema: z.union([emails, invitations]),
    isAlternative: true,
    example: { invitations: [{ email: 'grace@example.com', role: 'operator' }] },
  },
  answers: { 204: noContent },
  refusals: ['access_unconfirmed'],
  async handle({ context, actor, readBody }) {
    const body = await readBody();
    const invited =
      'invitations' in body ? parseBody(invitations, body).invitations : parseBody(emails, body).emails;
    await inviteTeammates(context.services, actor, invited);
  },
});
