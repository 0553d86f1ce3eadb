declare const TELLHOOK_VERSION: string;

const version = typeof TELLHOOK_VERSION === 'string' ? TELLHOOK_VERSION : '0.0.0';

// The version is printed here, because loading the other modules takes time.
if (process.argv[2] === '--version' || process.argv[2] === '-v') process.stdout.write(`tellhook ${version}\n`);
else {
  const [{ run }, { processIo }] = await Promise.all([import('./run.ts'), import('./io.ts')]);
  process.exitCode = await run(process.argv.slice(2), processIo(version));
}
