import { type Command, type Given, UsageError } from '../command.ts';
import type { Io } from '../io.ts';

type Commands = readonly Command[];

const optionsOf = ({ options }: Command): string[] => [...Object.keys(options), 'help'].map((option) => `--${option}`);

const bash = (commands: Commands) => `_tellhook() {
  local word=\${COMP_WORDS[COMP_CWORD]} words
  if [ "$COMP_CWORD" -eq 1 ]; then words='${commands.map(({ name }) => name).join(' ')} --help --version'
  else case "\${COMP_WORDS[1]}" in
${commands.map((command) => `    ${command.name}) words='${optionsOf(command).join(' ')}' ;;`).join('\n')}
  esac; fi
  [[ $COMP_CWORD -gt 1 && $word != -* ]] && return
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tellhook tellhook
`;

const quoted = (text: string) => text.replaceAll("'", "'\\''");

const zsh = (commands: Commands) => `#compdef tellhook
_tellhook() {
  if (( CURRENT == 2 )); then
    local -a all=(${commands.map(({ name, about }) => `'${name}:${quoted(about)}'`).join(' ')})
    _describe command all
    return
  fi
  case $words[2] in
${commands
  .map(
    (command) =>
      `    ${command.name}) _arguments ${optionsOf(command)
        .map((option) => `'${option}'`)
        .join(' ')} '*:file:_files' ;;`,
  )
  .join('\n')}
  esac
}
_tellhook "$@"
`;

const fish = (commands: Commands) =>
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

const shells: Record<string, (commands: Commands) => string> = { bash, zsh, fish };

/**
 * Prints a shell's completion script for these commands.
 * @throws UsageError for an unknown shell
 */
export const completion =
  (commands: Commands) =>
  async ({ positionals: [shell = ''] }: Given, io: Io): Promise<0> => {
    const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
    if (!script)
      throw new UsageError(`There is no script for ${shell}. Choose one of: ${Object.keys(shells).join(', ')}`);
    io.out(script(commands));
    return 0;
  };
