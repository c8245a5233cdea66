export { readiness as GET } from '@/lib/web/operations'
