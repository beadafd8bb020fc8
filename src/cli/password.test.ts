import { PassThrough } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { describe, expect, it } from 'vitest'
import { readNewPassword } from './password.ts'

/** A fake terminal: takes input as typed and records output. */
function terminal() {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    raw: false,
    setRawMode(raw: boolean) {
      input.raw = raw
      return input
    },
  })
  let shown = ''
  const output = {
    write: (text: string | Uint8Array) => {
      shown += String(text)
      return true
    },
  }
  return { input, output, shown: () => shown, answer: readNewPassword(input as unknown as ReadStream, output) }
}

describe('a password', () => {
  it('is typed twice and not shown', async () => {
    const { input, shown, answer } = terminal()
    input.write('secrex\u007ft wörd\r')
    await new Promise(resolve => input.once('resume', resolve))
    input.write('secret wörd\r')
    expect(await answer).toBe('secret wörd')
    expect(shown()).toBe('Password: \nAgain: \n')
    expect(input.raw).toBe(false)
  })

  it('is refused when the two differ', async () => {
    const { input, answer } = terminal()
    input.write('one\r')
    await new Promise(resolve => input.once('resume', resolve))
    input.write('two\r')
    await expect(answer).rejects.toThrow('differ')
  })

  it('is given up by Ctrl-C, and the terminal is as before', async () => {
    const { input, answer } = terminal()
    input.write('half\u0003')
    await expect(answer).rejects.toThrow('Broken off')
    expect(input.raw).toBe(false)
  })

  it('is the first line of what is piped in', async () => {
    expect(await readNewPassword(PassThrough.from(['a good ', 'secret\r\nnot this']) as never)).toBe('a good secret')
  })

  it('is asked for when nothing, or far too much, is piped in', async () => {
    await expect(readNewPassword(PassThrough.from(['']) as never)).rejects.toThrow('No password')
    await expect(readNewPassword(PassThrough.from(['x'.repeat(5000)]) as never)).rejects.toThrow('too long')
  })
})
