import { z } from 'zod';
import { acrossFields, fieldError } from '../errors/field-errors.ts';
import { MAX_ADDRESS_CHARACTERS } from './bounds.ts';
import { heldStates, pathChoices, queueOrders } from './held-request.ts';

/** The size of a page of the list. */
const MAX_IDS = 50;
const MAX_ID_LENGTH = 64;

const pathError = { error: fieldError('path_invalid') };
const selectionError = { error: fieldError('held_selection') };
const choiceError = { error: fieldError('choose_one') };

/** A pathname of a workspace, such as `/webhook/orders`. The object decides which requests it holds. */
export const heldPathSchema = z
  .string(pathError)
  .max(MAX_ADDRESS_CHARACTERS, pathError)
  .regex(/^\/[^?#\s]*$/, pathError);
export const heldStateSchema = z.enum(heldStates, choiceError);
const choice = z.enum(pathChoices, choiceError);
const order = z.enum(queueOrders, choiceError);

/** The forms of a path's choice and of the queue's order. */
export const pathChoiceSchema = z.object({ path: heldPathSchema, choice });
export const queueOrderSchema = z.object({ order });

/** The body of `POST /instance/webhook-queue/replay` and `drop`: some by their ids, or all open ones of a path. */
export const heldSelectionSchema = z
  .strictObject({
    ids: z
      .array(z.string(selectionError).max(MAX_ID_LENGTH, selectionError), selectionError)
      .min(1, selectionError)
      .max(MAX_IDS, selectionError)
      .optional(),
    path: heldPathSchema.optional(),
  })
  .refine(
    ({ ids, path }) => (ids === undefined) !== (path === undefined),
    acrossFields(['ids', 'path'], fieldError('held_selection')),
  )
  .transform(({ ids, path = '' }) => (ids === undefined ? { path } : { ids }));

/** The body of `PUT /instance/webhook-queue`: omitted members stay as they are. */
export const heldChangeSchema = z.strictObject({
  paused: z.boolean(choiceError).optional(),
  order: order.optional(),
  path: z.strictObject({ path: heldPathSchema, choice }).optional(),
});
