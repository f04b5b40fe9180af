import { z } from 'zod';
import { invitationsBody, inviteEmailsBody, selectedAppsBody, surveyBody } from '../../api-bodies/set-up.ts';
import { surveyAnswer } from '../answers/account.ts';
import { surveyExample } from '../examples.ts';
import { answer, noContent, type Operation, person } from '../operation.ts';

export const setUpOperations = [
  {
    ...{ id: 'getSurveyAnswer', method: 'GET', path: '/personalization-survey/answer', group: 'setUp' },
    who: person('account:setup'),
    answers: { 200: answer(surveyAnswer, surveyExample) },
    refusals: ['survey_not_answered'],
  },
  {
    ...{ id: 'answerSurvey', method: 'POST', path: '/personalization-survey/answer', group: 'setUp' },
    who: person('account:setup'),
    body: { schema: surveyBody, example: surveyExample },
    answers: { 204: noContent },
  },
  {
    ...{ id: 'selectApps', method: 'POST', path: '/account/selected-apps', group: 'setUp' },
    who: person('account:setup'),
    body: { schema: selectedAppsBody, example: { apps: ['n8n-nodes-base.slack', 'n8n-nodes-base.github'] } },
    answers: { 200: answer(z.strictObject({}), {}) },
  },
  {
    ...{ id: 'inviteMembers', method: 'POST', path: '/account/invite-members', group: 'setUp' },
    who: person('member:invite'),
    body: {
      schema: z.union([inviteEmailsBody, invitationsBody]),
      example: { invitations: [{ email: 'grace@example.com', role: 'operator' }] },
    },
    answers: { 204: noContent },
    refusals: ['access_unconfirmed'],
  },
] as const satisfies readonly Operation[];
