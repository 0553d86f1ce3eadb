/**
 * Runs before the commands of package.json that run TypeScript: on an older Node those would end in an error that says
 * nothing. Plain JavaScript, because that older Node has to read it. Node 24.7 is the first with Argon2.
 */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Tellhook needs Node 24.7 or newer and found ${process.versions.node}: on Linux run "npm install", which brings its own (npm and npx use it: "npx cdk" instead of "cdk"); elsewhere install Node 24 and start again.`,
  );
  process.exit(1);
}
