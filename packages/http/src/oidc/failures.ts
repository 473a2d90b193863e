/** The directory can't be reached, or answers that it can't serve now. */
export class DirectoryUnreachable extends Error {
  override readonly name = "DirectoryUnreachable";
}

/** The directory, or what it sent, does not let somebody in. */
export class DirectoryRefused extends Error {
  override readonly name = "DirectoryRefused";
}
