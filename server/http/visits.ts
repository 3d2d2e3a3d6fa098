import type { FastifyRequest } from 'fastify';
import { perAddress } from '#contract/call';
import { createLocalLimits, takePerAddress } from '../core/limits/rate-limit.ts';
import { originOf } from './request-source.ts';

/** The origin and the rate limits of requests for pages, feeds and public pictures. */
export type Visits = {
  /** The origin of the site for links in the answer. */
  origin(request: FastifyRequest): string;
  /** Counts a request; true if its address or network has sent too many. */
  isTooOften(request: FastifyRequest): boolean;
  /** Counts content that must be made; true if its address or network is over the limit. */
  makesTooMuch(request: FastifyRequest): boolean;
};

/** Crawlers and readers of one household send fewer. The limit protects this process, so each process counts for itself. */
const LIMITS = perAddress(300, 10);
/** A crawler still reads a large sitemap in a few minutes. */
const MAKING = perAddress(60, 60);

export function createVisits(publicUrl: string | null): Visits {
  const published = publicUrl === null ? null : new URL(publicUrl).origin;
  const limits = createLocalLimits();
  return {
    origin: (request) => published ?? originOf(request),
    isTooOften: ({ ip }) => takePerAddress(limits, 'visits', LIMITS, ip) !== null,
    makesTooMuch: ({ ip }) => takePerAddress(limits, 'making', MAKING, ip) !== null,
  };
}
