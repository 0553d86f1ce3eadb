interface OfAccount {
  account: number;
}

/** The queue of one renderer. Accounts take turns, however many renders each has. */
export class RoundRobinQueue<Job extends OfAccount> {
  /** By account; the account whose turn is next comes first. */
  private readonly byAccount = new Map<number, Job[]>();

  add(job: Job): void {
    const before = this.byAccount.get(job.account);
    if (before) before.push(job);
    else this.byAccount.set(job.account, [job]);
  }

  /** The account whose turn it is, among those that may run. */
  next(mayGo: (account: number) => boolean): number | undefined {
    for (const account of this.byAccount.keys()) if (mayGo(account)) return account;
    return undefined;
  }

  /** Takes out the account's next job; its other jobs wait until all others had their turn. */
  take(account: number): Job | undefined {
    const [job, ...rest] = this.byAccount.get(account) ?? [];
    this.byAccount.delete(account);
    if (rest.length > 0) this.byAccount.set(account, rest);
    return job;
  }

  /** Removes all jobs. */
  clear(): Job[] {
    const jobs = [...this.byAccount.values()].flat();
    this.byAccount.clear();
    return jobs;
  }
}
