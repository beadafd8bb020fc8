import './licence.css'
import { webFeature } from '#platform/web/feature.ts'
import { slot } from '#platform/web/slots.tsx'
import { LicenceBanners } from './LicenceBanners.tsx'

export const licenceWeb = webFeature({
  name: 'licence',
  slots: [slot('frame.top', { id: 'licence', inDocument: true, render: () => <LicenceBanners /> })],
})
