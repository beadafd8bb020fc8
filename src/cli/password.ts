import type { ReadStream, WriteStream } from 'node:tty'
import type { Readable } from 'node:stream'
import { CommandError, EXIT_USAGE } from './errors.ts'

/** Longer input was piped in by mistake. */
const MAX_INPUT = 4096
const ENTER = /[\r\n]/
const CTRL_C = '\u0003'
const CTRL_D = '\u0004'
const ERASE = new Set(['\u007f', '\b'])

/**
 * Reads a new password: typed twice without echo, else the first line of standard input. Never an argument, which
 * other users of the machine could see.
 * @throws CommandError when it is empty, the two differ, or Ctrl-C is pressed
 */
export async function readNewPassword(
  input: Readable | ReadStream = process.stdin,
  output: Pick<WriteStream, 'write'> = process.stderr,
): Promise<string> {
  if (!isTerminal(input)) return firstLine(input)
  const password = await ask(input, output, 'Password: ')
  if ((await ask(input, output, 'Again: ')) !== password)
    throw new CommandError('The two passwords differ. Nothing was changed.')
  return password
}

function isTerminal(input: Readable | ReadStream): input is ReadStream {
  return 'isTTY' in input && input.isTTY
}

async function firstLine(input: Readable): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += String(chunk)
    if (ENTER.test(text) || text.length > MAX_INPUT) break
  }
  const [line = ''] = text.split(/\r?\n/)
  if (line === '')
    throw new CommandError(
      'No password came on standard input: give it as the first line, or use a terminal.',
      EXIT_USAGE,
    )
  if (line.length > MAX_INPUT)
    throw new CommandError('What came on standard input is too long for a password.', EXIT_USAGE)
  return line
}

function ask(input: ReadStream, output: Pick<WriteStream, 'write'>, question: string): Promise<string> {
  output.write(question)
  input.setEncoding('utf8').setRawMode(true)
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const done = (settle: () => void) => {
      input.off('data', onData)
      input.setRawMode(false)
      input.pause()
      output.write('\n')
      settle()
    }
    const onData = (chunk: string) => {
      for (const character of chunk) {
        if (ENTER.test(character) || character === CTRL_D) return done(() => resolve(typed.join('')))
        if (character === CTRL_C) return done(() => reject(new CommandError('Broken off. Nothing was changed.', 130)))
        if (ERASE.has(character)) typed.pop()
        else if (typed.length < MAX_INPUT) typed = [...typed, character]
      }
    }
    input.on('data', onData)
    input.resume()
  })
}
