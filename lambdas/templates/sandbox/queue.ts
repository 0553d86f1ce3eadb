/** First in, first out, at the same cost however many wait. */
export class Queue<Item> {
  private items: Item[] = [];
  private head = 0;

  get length(): number {
    return this.items.length - this.head;
  }

  add(item: Item): void {
    this.items.push(item);
  }

  take(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.items[this.head++];
    if (this.head > 1000 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return item;
  }
}
