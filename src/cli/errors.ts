export const EXIT_FAILED = 1
export const EXIT_USAGE = 2
/** The backup is written, but without files that were missing or damaged; diagrams are imported but for some. */
export const EXIT_INCOMPLETE = 3

/** A command's failure, with a message for the terminal. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT_FAILED) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Message of any thrown value, with a remedy for the most frequent errors. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const {
    code = '',
    port,
    address = '',
    path = '',
  } = error as { code?: string; port?: number; address?: string; path?: string }
  switch (code) {
    case 'EADDRINUSE':
      return `The port ${port} is in use, perhaps by another Oxbow. End that program, or set PORT to another port.`
    case 'EACCES':
      if (port !== undefined)
        return `The port ${port} needs more rights. Set PORT to one above 1023, and put a proxy before it.`
      return error.message
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${address}. Set HOST to one that it has, or to 0.0.0.0 for all.`
    case 'EEXIST':
      return `${path} is there already. Give the name of a new file.`
    case 'ENOENT':
      return `${path} is not there.`
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return `The database that DATABASE_URL names cannot be reached (${code}).`
    case '28P01':
    case '28000':
    case '3D000':
      return `The database that DATABASE_URL names refuses the connection: ${error.message}.`
    case 'Z_DATA_ERROR':
      return 'The file is not a backup, or is damaged: it cannot be unpacked.'
    case 'Z_BUF_ERROR':
      return 'The backup is cut off: its end is missing. Take another copy of it.'
    case 'SQLITE_BUSY':
      return 'Another program is holding the database. Try again in a moment.'
    default:
      return (
        error.message ||
        (error instanceof AggregateError ? error.errors.map(describeError).join('; ') : code || error.name)
      )
  }
}
