import type { App } from '../app.ts'

/** The calls that belong to no feature: state, health, metrics, the description of the interface, the web app's files. */
export async function platformCalls(app: App): Promise<void> {
  app.http.fastify.get('/status', async (_request, reply) => reply.type('application/json;charset=UTF-8').send('{"state":"RUNNING"}'))
}
