/** Saves a content as a file, in the folder that the browser saves files to. */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export const saveJson = (name: string, content: unknown): void =>
  saveFile(name, "application/json", `${JSON.stringify(content, undefined, 2)}\n`);
