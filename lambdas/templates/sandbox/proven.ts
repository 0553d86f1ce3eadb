const MAX_REMEMBERED = 500;

/** Remembers the templates that rendered quickly, those used last. */
export class Proven {
  private readonly templates = new Set<string>();

  get size(): number {
    return this.templates.size;
  }

  has(template: string): boolean {
    return this.templates.has(template);
  }

  add(template: string): void {
    this.templates.delete(template);
    this.templates.add(template);
    if (this.templates.size > MAX_REMEMBERED) this.templates.delete(this.templates.values().next().value as string);
  }

  remove(template: string): void {
    this.templates.delete(template);
  }
}
