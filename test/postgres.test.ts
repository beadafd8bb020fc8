import pg from 'pg'
import { expect, inject, it } from 'vitest'

it('gives tests a PostgreSQL in which they may create databases', async () => {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  const name = `harness_${process.pid}_${Date.now()}`
  try {
    await client.query(`CREATE DATABASE ${name}`)
    await client.query(`DROP DATABASE ${name}`)
    const { rows } = await client.query<{ encoding: string }>("SELECT current_setting('server_encoding') AS encoding")
    expect(rows[0]?.encoding).toBe('UTF8')
  } finally {
    await client.end()
  }
})
