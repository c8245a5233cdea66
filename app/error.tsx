'use client'

export { Crash as default } from './_parts/crash'
