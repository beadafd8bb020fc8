/** Progress on one line of a terminal; nothing elsewhere. */
export function progressOf(total: number): { show: (path: string) => void; clear: () => void } {
  const { isTTY, columns } = process.stderr
  let done = 0
  return {
    show(path) {
      done++
      if (isTTY) process.stderr.write(`${done} of ${total} · ${path}`.slice(0, columns - 1))
    },
    clear() {
      if (isTTY) process.stderr.write('\r\x1b[2K')
    },
  }
}
