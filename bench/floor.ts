/**
 * The floor of a measurement: Fastify with nothing else, which reads one row by its key from SQLite and answers it. No
 * wiki on this runtime can be faster; ours is measured against it in the same run.
 */
import SqliteDriver from 'better-sqlite3'
import fastify from 'fastify'

const database = new SqliteDriver(process.argv[2] ?? '')
database.pragma('journal_mode = wal')
database.pragma('synchronous = full')
const find = database.prepare('select type, body from answer where id = ?')
const insert = database.prepare('insert into written (body) values (?)')

const app = fastify({ bodyLimit: 16 * 1024 * 1024 })
app.get('/ready', () => 'ready')
app.get('/:id', (request, reply) => {
  const row = find.get(Number((request.params as { id: string }).id)) as { type: string; body: Buffer }
  return reply.header('content-type', row.type).send(row.body)
})
app.post('/write', (request, reply) => {
  const text = JSON.stringify(request.body)
  insert.run(text)
  return reply.header('content-type', 'application/json').send(text)
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
