/**
 * Runs before the package.json commands that run TypeScript, which would fail on an older Node with an unhelpful error.
 * It is plain JavaScript, because the older Node has to run it. Argon2 needs Node 24.7.
 */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Tellhook needs Node 24.7 or newer and found ${process.versions.node}. On Linux, run "npm install", which installs it for npm and npx ("npx cdk" instead of "cdk"). Elsewhere, install Node 24. Then start again.`,
  );
  process.exit(1);
}
