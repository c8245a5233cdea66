export { securityContact as GET } from '@/lib/web/security-contact'
