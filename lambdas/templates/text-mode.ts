/** A template with `{{` anywhere is text with tags, any other is one expression. */
export const isTextMode = (template: string) => template.includes('{{');
