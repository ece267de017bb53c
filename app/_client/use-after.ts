"use client";
import { useEffect, useState } from "react";

/** Whether something has been so for a while: true once `active` has lasted `milliseconds`. */
export function useAfter(milliseconds: number, active: boolean): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLasted(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [milliseconds, active]);
  return active && lasted;
}
