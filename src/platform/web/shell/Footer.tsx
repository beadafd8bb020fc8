import { t } from '../i18n.ts'
import { pageData } from '../session.ts'

/** The document's foot, as the server draws it. */
export function Footer() {
  const { site } = pageData()
  return (
    <footer id="footer" className="ox-footer">
      <ul id="poweredby">
        <li>
          {t('Powered by {{product}}', { product: 'Oxbow' })} <span id="footer-build-information">{site.version}</span>
        </li>
        {site.node && <li id="footer-cluster-node">{t('Node')}: {site.node}</li>}
      </ul>
    </footer>
  )
}
