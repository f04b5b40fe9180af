import { z } from 'zod';
import { configurationBody } from '../../api-bodies/instance.ts';
import { workspacesAnswer } from '../answers/account.ts';
import {
  exportAnswer,
  instanceAnswer,
  urlAnswer,
  usedLimitsAnswer,
  versionsAnswer,
} from '../answers/instance.ts';
import { instanceExample } from '../examples.ts';
import { answer, anyone, noContent, type Operation, person } from '../operation.ts';

const changing = (cause: 'restart' | 'configure') =>
  answer(instanceAnswer, { ...instanceExample, status: 2, cause });
const notChangeable = ['workspace_not_found', 'workspace_stopped'] as const;

export const workspaceOperations = [
  {
    ...{ id: 'listWorkspaces', method: 'GET', path: '/workspace/{username}', group: 'workspace' },
    who: anyone,
    parameters: { username: { schema: z.string(), example: 'ada' } },
    answers: {
      200: answer(workspacesAnswer, [{ name: 'ada', url: 'https://ada.weft.example/', status: 1 }]),
    },
  },
  {
    ...{ id: 'getInstance', method: 'GET', path: '/instance', group: 'workspace' },
    who: person('workspace:view', 'unconfirmed-too'),
    answers: { 200: answer(instanceAnswer, instanceExample) },
    refusals: ['workspace_not_found'],
  },
  {
    ...{ id: 'getUsedLimits', method: 'GET', path: '/instance/used-limits', group: 'workspace' },
    who: person('workspace:view', 'unconfirmed-too'),
    answers: { 200: answer(usedLimitsAnswer, instanceExample.usage) },
    refusals: ['workspace_not_found', 'no_usage_yet'],
  },
  {
    ...{ id: 'getInstanceUrl', method: 'GET', path: '/instance/url', group: 'workspace' },
    who: person('workspace:open'),
    answers: { 200: answer(urlAnswer, { url: 'https://ada.weft.example/weft/open?token=x' }) },
    refusals: ['workspace_not_found', 'workspace_not_online'],
  },
  {
    ...{ id: 'listVersions', method: 'GET', path: '/instance/n8n-versions', group: 'workspace' },
    who: person('workspace:configure'),
    isCacheable: true,
    answers: {
      200: answer(versionsAnswer, [
        {
          ...{ name: '2.41.3', channel: 'beta', createdAt: '2026-09-26T01:10:25.000Z' },
          ...{ hasBreakingChange: false, hasSecurityFix: true, isCurrent: false },
        },
      ]),
    },
    refusals: ['workspace_not_found'],
  },
  {
    ...{ id: 'configureInstance', method: 'PUT', path: '/instance/configuration', group: 'workspace' },
    who: person('workspace:configure'),
    body: {
      schema: configurationBody,
      example: {
        timezone: 'Asia/Tokyo',
        saveExecutions: { manual: false, failed: true, successful: false },
      },
    },
    answers: { 202: changing('configure') },
    refusals: [
      ...notChangeable,
      'version_unknown',
      'timezone_unknown',
      'downgrade_refused',
      'breaking_change_unconfirmed',
    ],
  },
  {
    ...{ id: 'restartInstance', method: 'PUT', path: '/instance/restart', group: 'workspace' },
    who: person('workspace:configure'),
    answers: { 202: changing('restart') },
    refusals: [...notChangeable, 'workspace_pending'],
  },
  {
    ...{ id: 'hasBackups', method: 'HEAD', path: '/export/has-backups', group: 'exports' },
    who: person('workspace:view'),
    answers: { 204: noContent },
    refusals: ['backup_not_found'],
  },
  {
    ...{ id: 'beginExport', method: 'POST', path: '/export/workflows', group: 'exports' },
    who: person('backup:export'),
    answers: { 202: answer(exportAnswer, { id: 'bkp_2LqW8eRt6yUi0OpZ' }) },
    refusals: ['workspace_not_found', 'workspace_not_online'],
  },
  {
    ...{ id: 'getExport', method: 'GET', path: '/export/{id}', group: 'exports' },
    who: person('backup:export'),
    parameters: { id: { schema: z.string(), example: 'bkp_2LqW8eRt6yUi0OpZ' } },
    answers: { 200: { content: { mediaType: 'application/zip' } } },
    refusals: ['workspace_not_found', 'backup_not_found', 'backup_running'],
  },
] as const satisfies readonly Operation[];
