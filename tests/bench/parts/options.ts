/** What the command line says to the parts of the bench. */
export interface PartOptions {
  /** The most workspaces on one machine; by default what fits into ten minutes. */
  workspaces?: number;
}
