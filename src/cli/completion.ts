import type { Command } from 'commander';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { Register } from './main.js';
import { EXIT } from './output.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `mechtrial completion SHELL`: a script that makes the shell complete commands, options and files. */
export const completionCommand: Register = (program, output, finish) => {
  program
    .command('completion')
    .description('prints a completion script: `source <(mechtrial completion bash)`')
    .argument('<shell>', SHELLS.join(', '))
    .action((shell: string) => {
      if (!SHELLS.some((known) => known === shell)) {
        const fix = didYouMean(shell, SHELLS, 'shells');
        throw new BindingError([
          { code: 'not_allowed', path: ['<shell>'], message: `'${shell}' has no completion script`, fix },
        ]);
      }
      output.out(shell === 'fish' ? fishScript(program) : bashScript(program, shell === 'zsh'));
      finish(EXIT.pass);
    });
};

const namesOf = (program: Command): string[] => program.commands.map((command) => command.name());

const optionsOf = (command: Command): string[] =>
  [...command.options.map((option) => option.long).filter((long) => long !== undefined), '--help'].sort();

/** For bash; zsh runs the same script through its own emulation. Anything that is no command and no option is a file. */
function bashScript(program: Command, isZsh: boolean): string {
  const cases = program.commands.map(
    (command) => `    ${command.name()}) options='${optionsOf(command).join(' ')}' ;;`,
  );
  return `${isZsh ? 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n' : ''}_mechtrial() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${namesOf(program).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _mechtrial mechtrial
`;
}

function fishScript(program: Command): string {
  const quote = (text: string) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`;
  const lines = program.commands.flatMap((command) => [
    `complete -c mechtrial -n __fish_use_subcommand -f -a ${command.name()} -d ${quote(command.description())}`,
    ...command.options.map(
      (option) =>
        `complete -c mechtrial -n '__fish_seen_subcommand_from ${command.name()}' -l ${option.long?.replace(/^--/, '')} -d ${quote(option.description)}`,
    ),
  ]);
  return `${lines.join('\n')}\n`;
}
