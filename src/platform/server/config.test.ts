import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig, usualProcesses } from './config.ts'
import { createFastify } from './http/create.ts'
import { createLog } from './log.ts'

let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'oxbow-config-'))
})

afterAll(() => rm(home, { recursive: true, force: true }))

const read = (env: Record<string, string>) => readConfig({ OXBOW_HOME: home, OXBOW_LOG_LEVEL: 'silent', ...env })

describe('OXBOW_TRUST_PROXY', () => {
  it.each([
    [undefined, false],
    ['false', false],
    ['0', false],
    ['1', 1],
    [' 2 ', 2],
    ['10.0.0.7', ['10.0.0.7']],
    ['loopback, 10.1.0.0/16 ,fd00::/8', ['loopback', '10.1.0.0/16', 'fd00::/8']],
  ])('%s means %j', (given, expected) => {
    expect(read(given === undefined ? {} : { OXBOW_TRUST_PROXY: given }).trustProxy).toEqual(expected)
  })

  it.each([
    'true',
    '11',
    '-1',
    '1.5',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.7/8/8',
    'proxy.example.org',
    '10.0.0.7,,loopback',
  ])('refuses %s', given => {
    expect(() => read({ OXBOW_TRUST_PROXY: given })).toThrow(ConfigError)
    expect(() => read({ OXBOW_TRUST_PROXY: given })).toThrow('OXBOW_TRUST_PROXY must be the number of proxies')
  })

  it.each([
    ['nobody is believed', '0', '127.0.0.1'],
    ['one proxy: the address that it saw, not the one that the client made up', '1', '203.0.113.9'],
    ['a proxy by its address', 'loopback', '203.0.113.9'],
    ['another machine is no proxy', '10.0.0.7', '127.0.0.1'],
  ])('%s', async (_name, trusted, expected) => {
    const server = await createFastify(read({ OXBOW_TRUST_PROXY: trusted }), createLog('silent'))
    server.get('/ip', (request, reply) => reply.send(request.ip))
    const answer = await server.inject({
      url: '/ip',
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' },
    })
    expect(answer.body).toBe(expected)
    await server.close()
  })
})

describe('OXBOW_BASE_URL', () => {
  it.each([
    ['https://wiki.example.org', 'https://wiki.example.org'],
    ['https://Wiki.example.org:443/', 'https://wiki.example.org'],
    ['http://10.0.0.7:8090', 'http://10.0.0.7:8090'],
  ])('%s is the address %s', (given, expected) => {
    expect(read({ OXBOW_BASE_URL: given }).baseUrl).toBe(expected)
  })

  it.each([
    'https://example.org/wiki',
    'https://example.org/confluence/',
    'https://example.org/?x=1',
    'https://example.org/#x',
    'https://me@example.org',
  ])('refuses %s, below which nothing is served', given => {
    expect(() => read({ OXBOW_BASE_URL: given })).toThrow(ConfigError)
    expect(() => read({ OXBOW_BASE_URL: given })).toThrow(
      /OXBOW_BASE_URL must be .* e\.g\. https:\/\/example\.org: .*host name of its own/,
    )
  })

  it.each(['wiki.example.org', 'ftp://example.org', '/wiki'])('refuses %s, which is no such address', given => {
    expect(() => read({ OXBOW_BASE_URL: given })).toThrow('OXBOW_BASE_URL must be an http or https address')
  })
})

describe('OXBOW_SHUTDOWN_SECONDS', () => {
  it('is ten seconds unless another time is given', () => {
    expect(read({}).shutdownSeconds).toBe(10)
    expect(read({ OXBOW_SHUTDOWN_SECONDS: '60' }).shutdownSeconds).toBe(60)
    for (const wrong of ['0', '601', '1.5', 'soon'])
      expect(() => read({ OXBOW_SHUTDOWN_SECONDS: wrong })).toThrow('OXBOW_SHUTDOWN_SECONDS must be')
  })
})

describe('OXBOW_PROCESSES', () => {
  const GIGABYTE = 1024 ** 3

  it.each([
    [1, 64, 1],
    [3, 64, 1],
    [4, 64, 3],
    [5, 64, 4],
    [64, 64, 4],
    [8, 4, 3],
    [8, 2, 1],
    [8, 0.5, 1],
  ])('on a machine of %i cores and %d GB is %i', (cores, gigabytes, processes) => {
    expect(usualProcesses(cores, gigabytes * GIGABYTE)).toBe(processes)
  })

  it('is what is given', () => {
    expect(read({ OXBOW_PROCESSES: '7' }).processes).toBe(7)
    for (const wrong of ['0', '65', '1.5', 'all'])
      expect(() => read({ OXBOW_PROCESSES: wrong })).toThrow('OXBOW_PROCESSES must be')
  })
})
