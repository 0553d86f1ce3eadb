/** Saves text as a file in the browser's downloads. */
export function saveFile(text: string, name: string, type: 'text/csv' | 'text/plain' | 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revokes the URL late enough for the browser to have started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
