import { type Given, UsageError } from '../command.ts';
import { commands } from '../commands.ts';
import type { Io } from '../io.ts';

const optionsOf = (name: string): string[] => {
  const own = Object.keys(commands.find((each) => each.name === name)?.options ?? {});
  return [...own, 'help'].map((option) => `--${option}`);
};

const names = commands.map(({ name }) => name);

const bash = () => `_tellhook() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then words='${names.join(' ')} --help --version'
  else case "\${COMP_WORDS[1]}" in
${names.map((name) => `    ${name}) words='${optionsOf(name).join(' ')}' ;;`).join('\n')}
  esac; fi
  [[ $COMP_CWORD -gt 1 && $word != -* ]] && return
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tellhook tellhook
`;

const quoted = (text: string) => text.replaceAll("'", "'\\''");

const zsh = () => `#compdef tellhook
_tellhook() {
  if (( CURRENT == 2 )); then
    local -a all=(${commands.map(({ name, about }) => `'${name}:${quoted(about)}'`).join(' ')})
    _describe command all
    return
  fi
  case $words[2] in
${names
  .map(
    (name) =>
      `    ${name}) _arguments ${optionsOf(name)
        .map((option) => `'${option}'`)
        .join(' ')} '*:file:_files' ;;`,
  )
  .join('\n')}
  esac
}
_tellhook "$@"
`;

const fish = () =>
  [
    'complete -c tellhook -n __fish_use_subcommand -f',
    ...commands.flatMap(({ name, about, options }) => [
      `complete -c tellhook -n __fish_use_subcommand -a ${name} -d '${quoted(about)}'`,
      ...Object.entries(options).map(
        ([option, { about: what, value }]) =>
          `complete -c tellhook -n '__fish_seen_subcommand_from ${name}' -l ${option}${value ? ' -r' : ''} -d '${quoted(what)}'`,
      ),
    ]),
    '',
  ].join('\n');

const shells: Record<string, () => string> = { bash, zsh, fish };

export const completion = async ({ positionals: [shell = ''] }: Given, io: Io): Promise<0> => {
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!script) throw new UsageError(`There is no script for ${shell}. There is: ${Object.keys(shells).join(', ')}`);
  io.out(script());
  return 0;
};
