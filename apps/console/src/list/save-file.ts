/** Saves a text as a file, as the browser saves a download. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun when the click returns, but older engines read the address later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
