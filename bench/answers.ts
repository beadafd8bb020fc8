import SqliteDriver from 'better-sqlite3'
import type { Request } from './load.ts'

/**
 * Stores the wiki's answers to reading requests, for the floor to answer the same bytes: the first under id 1, and so
 * on.
 * @returns the file
 * @throws Error when an answer is not one of success
 */
export async function recordAnswers(file: string, url: string, requests: readonly Request[]): Promise<string> {
  const database = new SqliteDriver(file)
  database.exec(
    'create table answer (id integer primary key, type text, body blob); create table written (id integer primary key, body text)',
  )
  const insert = database.prepare('insert into answer (type, body) values (?, ?)')
  for (const request of requests) {
    const response = await fetch(url + request.path, { headers: request.headers ?? {} })
    const body = Buffer.from(await response.arrayBuffer())
    if (!response.ok) throw new Error(`${request.path} answered ${response.status} ${body.toString().slice(0, 300)}`)
    insert.run(response.headers.get('content-type'), body)
  }
  database.close()
  return file
}
