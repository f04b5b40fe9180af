/** Kinds of what the command palette offers. */
type CommandGroup = 'actions' | 'pages' | 'members' | 'invoices' | 'help';

/** The effect of choosing a command. */
export type CommandRun =
  /** Opens a path; `isFile` for one that answers with a file or with another host. */
  | { kind: 'open'; to: string; isFile?: true }
  | { kind: 'copy'; text: string; done: string }
  /** Posts a form of the portal; `confirm` asks for a second press, `newTab` opens another host. */
  | { kind: 'post'; action: string; fields: Record<string, string>; confirm?: string; newTab?: true };

/** An entry of the command palette, in the viewer's words. */
export interface Command {
  id: string;
  group: CommandGroup;
  label: string;
  /** Shown beside the label, and searched too: an email, a date. */
  hint?: string;
  run: CommandRun;
}
