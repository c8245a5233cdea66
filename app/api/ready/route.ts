export { readiness as GET, readiness as HEAD } from '@/lib/web/operations'
