import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Goes to the address at which what was asked for is now, in place of this one; `null` = it is here. */
export function usePresentAddress(path: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (path !== null) void navigate(path, { replace: true });
  }, [path, navigate]);
}
