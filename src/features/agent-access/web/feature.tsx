import { lazy, Suspense } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'

const ConnectedAgents = lazy(() => import('./ConnectedAgents.tsx'))

/** The list of connected agents in the user's settings. */
export const agentAccessWeb = webFeature({
  name: 'agent-access',
  slots: [
    slot('settings.tokens', {
      id: 'agent-access',
      render: () => (
        <Suspense>
          <ConnectedAgents />
        </Suspense>
      ),
    }),
  ],
})
