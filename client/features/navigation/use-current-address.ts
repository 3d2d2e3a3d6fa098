import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Replaces the address by the one at which the content is now; `null` = this one is right. */
export function useCurrentAddress(path: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (path !== null) void navigate(path, { replace: true });
  }, [path, navigate]);
}
