import { readFile, stat, writeFile } from 'node:fs/promises'
import { InvalidArgumentError, Option, type Command } from 'commander'
import { CommandError } from './errors.ts'
import { exportCommand, importCommand } from './diagram-bulk.ts'
import { print, warn } from './wiki.ts'

const MAX_FILE = 64 * 1024 * 1024

interface ConvertOptions {
  to: 'svg' | 'png' | 'json'
  out?: string
  page?: number
  scale: '1' | '2'
  quiet?: boolean
}

/** `oxbow diagram …` */
export function diagramCommands(program: Command): void {
  const diagram = program.command('diagram').description('diagrams in files: convert, import, export')
  convertCommand(diagram)
  importCommand(diagram)
  exportCommand(diagram)
}

/** Works on files and needs no wiki. */
function convertCommand(diagram: Command): void {
  diagram
    .command('convert')
    .argument('<file>', 'a diagram of this wiki, of Gliffy or of draw.io')
    .description('writes a diagram as a picture or in the form of this wiki')
    .addOption(new Option('--to <form>', 'the form to write').choices(['svg', 'png', 'json']).makeOptionMandatory())
    .option('--out <file>', 'the file to write (default: standard output)')
    .option('--page <number>', 'the page to draw, from 1 (default: the first); json holds all', pageNumber)
    .addOption(new Option('--scale <number>', 'size of a png').choices(['1', '2']).default('1'))
    .option('--quiet', 'does not tell what is shown otherwise than in the file')
    .action(convert)
}

async function convert(file: string, options: ConvertOptions): Promise<void> {
  const { size } = await stat(file)
  if (size > MAX_FILE) throw new CommandError(`${file} is larger than ${MAX_FILE / 1024 / 1024} MB.`)
  const text = await readFile(file, 'utf8')
  const { convertDiagram } = await import('#features/diagrams/server/index.ts')
  const { content, report } = await convertDiagram(text, options.to, {
    page: options.page,
    scale: options.scale === '2' ? 2 : 1,
  })
  if (options.out === undefined) process.stdout.write(content)
  else {
    await writeFile(options.out, content)
    print(`Wrote ${options.out}`)
  }
  if (!options.quiet) for (const { path, message } of report) warn(`${path}: ${message}`)
}

function pageNumber(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.')
  return Number(text)
}
