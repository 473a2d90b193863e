/** The status, title and explanation of a problem code. */
export interface ProblemKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;
  readonly title: string;
  /** The cause and the remedy, for the page at /problems/<code>. */
  readonly explanation: string;
}
