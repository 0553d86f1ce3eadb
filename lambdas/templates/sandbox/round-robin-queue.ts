interface OfAccount {
  account: number;
}

/** The queue of one renderer. Accounts take turns, regardless of how much each has queued. */
export class RoundRobinQueue<Job extends OfAccount> {
  /** Jobs by account, in the order of the accounts' turns. */
  private readonly byAccount = new Map<number, Job[]>();

  add(job: Job): void {
    const before = this.byAccount.get(job.account);
    if (before) before.push(job);
    else this.byAccount.set(job.account, [job]);
  }

  /** Returns the first account in line that can run; undefined if there is none. */
  next(mayGo: (account: number) => boolean): number | undefined {
    for (const account of this.byAccount.keys()) if (mayGo(account)) return account;
    return undefined;
  }

  /** Removes and returns the account's next job. Its other jobs wait until all other accounts have had their turn. */
  take(account: number): Job | undefined {
    const [job, ...rest] = this.byAccount.get(account) ?? [];
    this.byAccount.delete(account);
    if (rest.length > 0) this.byAccount.set(account, rest);
    return job;
  }

  clear(): Job[] {
    const jobs = [...this.byAccount.values()].flat();
    this.byAccount.clear();
    return jobs;
  }
}
