import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** An agent as published ones are: the client of the protocol's library, which knows the wiki by its address alone. */
export class TestAgent implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientMetadata
  /** Address to which the agent sends its user. */
  authorizationUrl: URL | undefined
  registration: StoredOAuthClientInformation | undefined
  stored: StoredOAuthTokens | undefined
  /** How often the agent got tokens. */
  issues = 0
  #discovery: OAuthDiscoveryState | undefined
  #verifier = ''
  #mcpUrl: string
  #clients: Client[] = []

  constructor(baseUrl: string, { name = 'Test agent', redirectUrl = 'http://127.0.0.1:41999/callback' } = {}) {
    this.#mcpUrl = `${baseUrl}/mcp`
    this.redirectUrl = redirectUrl
    this.clientMetadata = { client_name: name, redirect_uris: [redirectUrl] }
  }

  state(): string {
    return 'state of the agent'
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.registration
  }

  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.registration = information
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.stored
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.issues++
    this.stored = tokens
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery
  }

  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'client') this.registration = undefined
    if (scope === 'all' || scope === 'tokens') this.stored = undefined
  }

  get clientId(): string {
    return this.registration?.client_id ?? ''
  }

  /** Tries to connect without tokens. @returns where the user is sent */
  async begin(): Promise<URL> {
    const refused = await this.connect().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (!(refused instanceof UnauthorizedError))
      throw new Error('the agent was not asked to sign in', { cause: refused })
    if (!this.authorizationUrl) throw new Error('the agent did not send its user anywhere')
    return this.authorizationUrl
  }

  /** Exchanges the code of the address that its user was returned to, and connects. */
  async finish(location: string): Promise<Client> {
    await this.#transport().finishAuth(new URL(location).searchParams)
    return this.connect()
  }

  async connect(): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(this.#transport())
    this.#clients.push(client)
    return client
  }

  async close(): Promise<void> {
    for (const client of this.#clients.splice(0)) await client.close()
  }

  #transport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(this.#mcpUrl), { authProvider: this })
  }
}
