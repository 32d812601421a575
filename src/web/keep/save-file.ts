/** Hands a file to the reader, who saves it. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers read it after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
