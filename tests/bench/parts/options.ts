/** The command line's options for the parts of the bench. */
export interface PartOptions {
  /** The maximum number of workspaces on one machine; by default as many as ten minutes allow. */
  workspaces?: number;
}
