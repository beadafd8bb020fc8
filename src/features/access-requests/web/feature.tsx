import { pageAddress } from '#features/content-core/address-shared.ts'
import './access-requests.css'
import { lazy, Suspense } from 'react'
import { webFeature } from '#platform/web/feature.ts'
import { useLocation } from '#platform/web/router.tsx'
import { pageData } from '#platform/web/session.ts'
import { slot } from '#platform/web/slots.tsx'
import { GRANT_ACCESS } from '../shared.ts'
import { RequestAccess } from './RequestAccess.tsx'
import { RequestEditItem } from './RequestEditItem.tsx'

const AnswerFromAddress = lazy(() => import('./AnswerFromAddress.tsx'))
const AccessRequests = lazy(() => import('./AccessRequests.tsx'))

/** Shown if the address asks for an answer. */
function Answering({ pageId }: { pageId: string }) {
  const { search } = useLocation()
  if (!search.includes(GRANT_ACCESS) || !pageData().user) return null
  return (
    <Suspense>
      <AnswerFromAddress pageId={pageId} />
    </Suspense>
  )
}

export const accessRequestsWeb = webFeature({
  name: 'access-requests',
  slots: [
    slot('frame.missing', {
      id: 'access-requests',
      render: ({ path }) => {
        const address = pageData().user ? pageAddress(path) : undefined
        return address && <RequestAccess key={path} address={address} />
      },
    }),
    slot('page.banner', {
      id: 'access-requests',
      render: ({ contentId, mode }) => (mode === 'view' ? <Answering pageId={contentId} /> : null),
    }),
    slot('page.menu', {
      id: 'access-requests',
      order: 11,
      render: ({ contentId, close }) => <RequestEditItem pageId={contentId} close={close} />,
    }),
    slot('restrictions.dialog', {
      id: 'access-requests',
      render: context =>
        pageData().user ? (
          <Suspense>
            <AccessRequests {...context} />
          </Suspense>
        ) : null,
    }),
  ],
})
